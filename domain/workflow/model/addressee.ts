/** The people behind a candidate key, in the office at this moment. */
export interface Addressee {
  name: string;
  /**
   * `able`: a person in office who may handle matters answers; `unable`: only people who may not; `absent`: no person
   * in office.
   */
  standing: 'able' | 'unable' | 'absent';
  /**
   * True where a person in office answers who may hand a matter in again: may start matters, or administers
   * them.
   */
  initiates: boolean;
  /** The one able person behind the key, when there is only one. */
  soleStaffId: string | null;
  /** All people in office behind the key who may handle matters. */
  readonly ableStaffIds: readonly string[];
  /** For a person, in office or not: the organisation that the person belongs to; null for others. */
  orgId: string | null;
  /** For a person who may handle: every key that the person answers to; empty for others. */
  keys: readonly string[];
}
