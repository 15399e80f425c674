/** State of a pool of connections. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  /** Checks whether the database accepts connections but does not answer. */
  isSilent(): boolean;
  /** Checks whether the database answers but accepts no writes. */
  isReadOnly(): boolean;
}
