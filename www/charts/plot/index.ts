// All plots, with the library that draws them: one file to load, once the first number stands.
export { auditPlot } from "./audit";
export { comparisonPlot, scalesPlot } from "./comparison";
export { precisionPlot, rocPlot } from "./curves";
export { convergencePlot, linesPlot, sweepPlot } from "./lines";
export { lossPlot } from "./losses";
export { observedPlot } from "./observed";
export { registerPlot } from "./register";
