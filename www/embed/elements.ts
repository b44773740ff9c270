// Registers the public elements; what they show is loaded once the first of them is seen.
import { version } from "../../package.json";
import { EMBEDS, type EmbedName } from "./names";
import { type Load, Shell } from "./shell";

const LOADS: Record<EmbedName, Load> = {
  "mi-advantage": async () => (await import("./mi-advantage")).AdvantageSession,
  "mi-roc": async () => (await import("./mi-roc")).RocSession,
  "mi-compare": async () => (await import("./mi-compare")).CompareSession,
  "mi-calibrate": async () => (await import("./mi-calibrate")).CalibrateSession,
  "mi-calculator": async () => (await import("./mi-calculator")).CalculatorSession,
  "mi-guarantee": async () => (await import("./mi-guarantee")).GuaranteeSession,
  "mi-attributes": async () => (await import("./mi-attributes")).AttributesSession,
  "mi-noise": async () => (await import("./mi-noise")).NoiseSession,
  "mi-paper": async () => (await import("./mi-paper")).PaperFigureSession,
  "mi-audit": async () => (await import("./mi-audit")).AuditSession,
  "mi-register": async () => (await import("./mi-register")).RegisterSession,
  "mi-laboratory": async () => (await import("./mi-laboratory")).LaboratorySession,
};

for (const name of EMBEDS) {
  const known = customElements.get(name) as { version?: string } | undefined;
  if (!known) {
    customElements.define(
      name,
      class extends Shell {
        static readonly version = version;
        protected override readonly embed = name;
        protected override readonly load = LOADS[name];
      },
    );
  } else if (known.version !== version) {
    console.warn(`mi-bounds ${version}: <${name}> is that of version ${known.version ?? "unknown"}, which came first.`);
  }
}
