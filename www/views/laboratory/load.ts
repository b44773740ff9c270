// The way into the laboratory. A build into one file, which would hold its module, has none.

export const loadLaboratory: (() => Promise<typeof import("./laboratory")>) | null = () => import("./laboratory");
