/** Checks the results of countersigns, in every order in which people answer. */
import type { Order } from './oracle/order.ts';

/** Watches the countersigns of one order; those during which people left, or a limit was over, prove nothing. */
export class Verdicts {
  private readonly disturbed = new Set<number>();

  disturb(order: Order | null): void {
    for (const desk of order?.desks.values() ?? []) {
      for (const { id, end } of desk.all) if (end === null) this.disturbed.add(id);
    }
  }

  /**
   * Returns countersigns that were decided upon nothing but yes, and have not passed, or have passed a person
   * by.
   */
  wrongIn(order: Order): string[] {
    return [...order.desks.values()].flatMap(({ all }) =>
      all
        .filter(({ id, kind, end }) => kind === 'countersign' && isDecided(end) && !this.disturbed.has(id))
        .filter(({ seats, end }) => {
          const words = seats.map(({ word }) => word);
          return !words.includes('no') && (end === 'failed' || words.includes('none'));
        })
        .map(({ id }) => `countersign ${id}`),
    );
  }
}

const isDecided = (end: string | null) => end === 'passed' || end === 'failed';
