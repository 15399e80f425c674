export function findSimilarName(name: string, known: readonly string[], joint?: string): string | undefined;
export function countTypingErrors(one: string, other: string): number;
