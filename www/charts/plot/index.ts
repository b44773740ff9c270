// All figures, with the library that draws them: one file to load, once the first number stands.
export { comparisonFigure } from "./comparison";
export { convergenceFigure } from "./convergence";
export { linesFigure } from "./lines";
export { lossFigure } from "./losses";
export { precisionFigure } from "./precision";
export { rocFigure } from "./roc";
export { scalesFigure } from "./scales";
export { sweepFigure } from "./sweep";
