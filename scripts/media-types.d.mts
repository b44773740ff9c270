export function mediaType(path: string): string | null;
