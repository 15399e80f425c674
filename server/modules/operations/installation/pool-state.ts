/** State of a pool of connections. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  /** Whether the database takes connections and does not answer. */
  isSilent(): boolean;
  /** Whether the database answers and takes no writes. */
  isReadOnly(): boolean;
}
