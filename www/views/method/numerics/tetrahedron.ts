// Yeom's game on the corners of a tetrahedron: its advantage, as a smooth integral over a plane.
import { below, density } from "./normal";

/**
 * One training point, uniform among four corners of norm one, seen with noise `s` in each of three coordinates. Along the
 * axis through the target the likelihood ratio is monotone, so that each line has one threshold; what is left is an
 * integral over the plane across the axis.
 */
export function tetrahedron(s: number): number {
  const across = (2 * Math.SQRT2) / 3;
  const corners = [0, 1, 2].map((i) => {
    const angle = (2 * Math.PI * i) / 3;
    return [across * Math.cos(angle), across * Math.sin(angle)] as const;
  });
  const spacing = 0.25 * s;
  const reach = 9 * s + across;
  let sum = 0;
  for (let x = -reach; x <= reach; x += spacing) {
    for (let y = -reach; y <= reach; y += spacing) {
      const at = corners.reduce((total, [cx, cy]) => total + Math.exp((cx * x + cy * y) / (s * s)), 0) / 3;
      const threshold = ((3 * s * s) / 4) * Math.log(at);
      const plane = (cx: number, cy: number) => density((x - cx) / s) * density((y - cy) / s);
      const own = plane(0, 0) * below((1 - threshold) / s);
      const others = corners.reduce((total, [cx, cy]) => total + plane(cx, cy) * below((-1 / 3 - threshold) / s), 0);
      sum += (3 / 4) * own - others / 4;
    }
  }
  return sum * (spacing / s) ** 2;
}
