// All figures, with the library that draws them: one file to load, once the first number stands.
export { comparisonFigure, scalesFigure } from "./comparison";
export { precisionFigure, rocFigure } from "./curves";
export { convergenceFigure, linesFigure, sweepFigure } from "./lines";
export { lossFigure } from "./losses";
