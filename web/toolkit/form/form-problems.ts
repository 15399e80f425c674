import type { Problem } from '#domain/refusals/refusals.ts';

/** The shown problems: our own, which are rechecked, and the server's, which stay until the field changes. */
export class FormProblems {
  #own = new Map<string, string[]>();
  #serverProblems = new Map<string, string[]>();
  #summary: readonly Problem[] = [];

  at(path: string): readonly string[] {
    return [...(this.#own.get(path) ?? []), ...(this.#serverProblems.get(path) ?? [])];
  }

  /**
   * Returns the remaining problems of the last validation and of the server; the same list object until one
   * is removed.
   */
  summary(): readonly Problem[] {
    return this.#summary;
  }

  /** Returns the paths whose own problems are shown and may have been corrected by an edit. */
  shownPaths(): string[] {
    return [...this.#own.keys()];
  }

  replace(problems: readonly Problem[]): void {
    this.#serverProblems.clear();
    this.#own = byPath(problems);
    this.#summary = problems;
  }

  setServerProblems(problems: readonly Problem[]): void {
    this.#serverProblems = byPath(problems);
    this.#summary = problems;
  }

  removeServerProblems(path: string): void {
    this.#serverProblems.delete(path);
  }

  /** Removes all problems of a table, because the indexes of its rows have changed. */
  removeTable(tableId: string): void {
    for (const problems of [this.#own, this.#serverProblems]) {
      for (const path of problems.keys()) {
        if (path === tableId || path.startsWith(`${tableId}[`)) problems.delete(path);
      }
    }
  }

  /** Replaces the shown problems of these paths by those just found. */
  update(paths: readonly string[], problems: readonly Problem[]): void {
    const problemsByPath = byPath(problems);
    for (const path of paths) {
      const pathProblems = problemsByPath.get(path);
      if (pathProblems) this.#own.set(path, pathProblems);
      else this.#own.delete(path);
    }
  }

  /**
   * Removes the problems from the summary that their fields no longer have; problems that belong to no field
   * stay.
   */
  shortenSummary(isField: (path: string) => boolean): void {
    const current = this.#summary.filter(
      ({ field, message }) => !isField(field) || this.at(field).includes(message),
    );
    if (current.length < this.#summary.length) this.#summary = current;
  }
}

function byPath(problems: readonly Problem[]): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const { field, message } of problems) map.set(field, [...(map.get(field) ?? []), message]);
  return map;
}
