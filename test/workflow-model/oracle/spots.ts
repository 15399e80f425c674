/**
 * A spot is a token described by its history: the flow it came by, the spots it came from, and how often it
 * was placed again. Replaying the same actions gives the same spots, so an action is undone by replaying
 * without it.
 */
export interface Spot {
  id: number;
  nodeId: string;
  flowId: string | null;
  /** Ids of the spots that were taken to make it. */
  parents: readonly number[];
  /**
   * Counts the rewinds that put it back to its node; its name without this number is its base, which
   * describes how it was made.
   */
  rewindNumber: number;
  base: string;
  /** Distinguishes the move that made it from the same move before it was undone; empty if it never was. */
  move: string;
}

export class Spots {
  private readonly byName = new Map<string, Spot>();
  private readonly list: Spot[] = [];
  private readonly ancestors = new Map<number, ReadonlySet<number>>();

  getOrCreate(
    nodeId: string,
    flowId: string | null,
    parents: readonly number[],
    rewindNumbers: ReadonlyMap<string, number>,
    move = '',
  ): Spot {
    const sorted = [...parents].sort((left, right) => left - right);
    const base = `${flowId ?? ''}<${sorted.join()}>${move}`;
    const rewindNumber = rewindNumbers.get(base) ?? 0;
    const name = `${base}#${rewindNumber}`;
    const found = this.byName.get(name);
    if (found) return found;
    const spot = { id: this.list.length, nodeId, flowId, parents: sorted, rewindNumber, base, move };
    this.list.push(spot);
    this.byName.set(name, spot);
    return spot;
  }

  get(id: number): Spot {
    const spot = this.list[id];
    if (!spot) throw new Error(`There is no spot ${id}`);
    return spot;
  }

  /** Returns every spot that this one came from. */
  ancestorsOf(id: number): ReadonlySet<number> {
    const known = this.ancestors.get(id);
    if (known) return known;
    const past = new Set<number>();
    for (const parent of this.get(id).parents) {
      past.add(parent);
      for (const earlier of this.ancestorsOf(parent)) past.add(earlier);
    }
    this.ancestors.set(id, past);
    return past;
  }
}
