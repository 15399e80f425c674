import type { Problem } from '#domain/refusals/refusals.ts';
import { rootOf } from './field-path.ts';

/** The shown problems: our own, which are rechecked, and the server's, which stay until the field changes. */
export class FormProblems {
  #own = new Map<string, string[]>();
  #serverProblems = new Map<string, string[]>();
  #summary: readonly Problem[] = [];

  at(path: string): readonly string[] {
    // The server repeats a tip that is shown already.
    return [...new Set([...(this.#own.get(path) ?? []), ...(this.#serverProblems.get(path) ?? [])])];
  }

  /** Returns the problems of the fields inside a field, or inside a row (`people[2]`). */
  inside(path: string): readonly string[] {
    if (this.#own.size === 0 && this.#serverProblems.size === 0) return [];
    return [...this.#own, ...this.#serverProblems].flatMap(([place, messages]) =>
      isInside(place, path) ? messages : [],
    );
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

  /** Removes the server's problems of the fields inside a field. */
  removeServerProblemsInside(path: string): void {
    for (const place of [...this.#serverProblems.keys()])
      if (isInside(place, path)) this.#serverProblems.delete(place);
  }

  /** Removes all problems of a field and of those inside it, because other values replace its own. */
  removeInside(fieldId: string): void {
    this.move((path) => (rootOf(path) === fieldId ? undefined : path));
  }

  /** Moves problems with their rows; those without a new path are removed. */
  move(newPathOf: (path: string) => string | undefined): void {
    this.#own = movedMap(this.#own, newPathOf);
    this.#serverProblems = movedMap(this.#serverProblems, newPathOf);
    this.#summary = this.#summary.flatMap((problem) => {
      const field = newPathOf(problem.field);
      if (field === undefined) return [];
      return [field === problem.field ? problem : { ...problem, field }];
    });
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

/** Checks whether a place is inside a field or row. */
export function isInside(place: string, path: string): boolean {
  return place.startsWith(path) && ['.', '['].includes(place[path.length] ?? '');
}

function movedMap(
  problems: ReadonlyMap<string, string[]>,
  newPathOf: (path: string) => string | undefined,
): Map<string, string[]> {
  return new Map(
    [...problems].flatMap(([path, messages]): [string, string[]][] => {
      const newPath = newPathOf(path);
      return newPath === undefined ? [] : [[newPath, messages]];
    }),
  );
}

function byPath(problems: readonly Problem[]): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const { field, message } of problems) map.set(field, [...(map.get(field) ?? []), message]);
  return map;
}
