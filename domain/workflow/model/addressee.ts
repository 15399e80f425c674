/** The people who have a candidate key, in service at this moment. */
export interface Addressee {
  name: string;
  /**
   * `able`: a person in service who may handle matters has the key; `unable`: only people who may not;
   * `absent`: no person in service.
   */
  availability: 'able' | 'unable' | 'absent';
  /**
   * True if a person in service has the key who may resubmit a matter: may start matters, or administers
   * them.
   */
  mayResubmit: boolean;
  /** The only able person with the key; null if there are several or none. */
  soleStaffId: string | null;
  /** All people in service with the key who may handle matters. */
  readonly ableStaffIds: readonly string[];
  /** For the key of a person, in service or not: the person's organisation; null for other keys. */
  orgId: string | null;
  /** For a person who may handle matters: every key of the person; empty otherwise. */
  keys: readonly string[];
}
