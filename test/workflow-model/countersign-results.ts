/** Checks the results of countersigns, whatever the order of the answers. */
import type { Order } from './oracle/order.ts';

/** Checks the countersigns of one order, except those during which people left or a time limit ended. */
export class CountersignResults {
  private readonly ignoredIds = new Set<number>();

  ignoreOpenRounds(order: Order | null): void {
    for (const work of order?.sharedWork.values() ?? []) {
      for (const { id, end } of work.all) if (end === null) this.ignoredIds.add(id);
    }
  }

  /** Returns countersigns that failed although no participant disagreed, or passed although a participant was not asked. */
  findWrongResults(order: Order): string[] {
    return [...order.sharedWork.values()].flatMap(({ all }) =>
      all
        .filter(({ id, kind, end }) => kind === 'countersign' && isDecided(end) && !this.ignoredIds.has(id))
        .filter(({ seats, end }) => {
          const answers = seats.map(({ answer }) => answer);
          return !answers.includes('no') && (end === 'failed' || answers.includes('none'));
        })
        .map(({ id }) => `countersign ${id}`),
    );
  }
}

const isDecided = (end: string | null) => end === 'passed' || end === 'failed';
