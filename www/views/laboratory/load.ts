// The way into the laboratory. A build into one file, which would hold the module once more for it, has none.

export const loadLaboratory: (() => Promise<typeof import("./laboratory")>) | null = () => import("./laboratory");
