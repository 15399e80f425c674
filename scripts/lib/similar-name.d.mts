export function findNearest(name: string, known: readonly string[], joint?: string): string | undefined;
export function slipsBetween(one: string, other: string): number;
