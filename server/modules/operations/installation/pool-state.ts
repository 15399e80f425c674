/** State of a pool of connections. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  /** Checks whether the database takes connections and does not answer. */
  isSilent(): boolean;
  /** Checks whether the database answers and takes no writes. */
  isReadOnly(): boolean;
}
