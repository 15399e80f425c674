/** Places at which a form is filled in (S1 §1, S2 §1). */
export const Platform = {
  /** At a window of a service hall, with the devices of its PC. */
  window: 'window',
  pc: 'pc',
  mobile: 'mobile',
  /** By the applicant, who is signed in. */
  online: 'online',
} as const;
export type Platform = (typeof Platform)[keyof typeof Platform];
