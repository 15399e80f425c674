/** To where a node may return the order, and by which ways. */
export interface ReturnPolicy {
  allowed: boolean;
  /** Ways back to choose from: through the flow again, or directly to the person who returned it. */
  ways: readonly ReturnWay[];
  /** Node ids; empty for every user task that the order visited, and the start. */
  targets: readonly string[];
}

export type ReturnWay = 'replay' | 'direct';
