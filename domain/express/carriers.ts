import { PostalTracking } from '../enumerations/postal-tracking.ts';

/**
 * Code lists by which tracking events arrive. The same code means different states in two lists (1001 is our own state
 * before the first event, and the arrival in a city in kuaidi100), so an event always carries its list.
 */
export const CarrierCodes = {
  /** Entries of the office itself, in the codes of the specification (S1 §4). */
  office: 'office',
  /** EMS, field `action`. */
  ems: 'ems',
  /** EMS, field `opCode`. */
  emsTraces: 'ems-traces',
  kuaidi100: 'kuaidi100',
  sf: 'sf',
} as const;
export type CarrierCodes = (typeof CarrierCodes)[keyof typeof CarrierCodes];

/** The person or place that took a delivered item, if the carrier's code says it. */
export const SignedBy = { addressee: 'addressee', other: 'other', locker: 'locker' } as const;
export type SignedBy = (typeof SignedBy)[keyof typeof SignedBy];

export const signedByLabel: Record<SignedBy, string> = {
  addressee: '本人签收',
  other: '他人代收',
  locker: '存入快递柜或代收点',
};

/** The meaning of a carrier's code. */
export interface CarrierCodeMeaning {
  status: PostalTracking;
  /** True if the item goes back to its sender. */
  isReturn?: true;
  /** True if the sender has it back. */
  isBackAtSender?: true;
  signedBy?: SignedBy;
}

const {
  collected,
  delivered,
  undelivered,
  inTransit,
  leaving,
  arriving,
  arranged,
  delivering,
  pickedUp,
  awaitingCourier,
} = PostalTracking;

const meaningsBySpecification: Readonly<Record<string, CarrierCodeMeaning>> = Object.fromEntries(
  Object.values(PostalTracking)
    .filter((status) => status !== awaitingCourier)
    .map((status) => [status, { status }]),
);

const meanings: Record<CarrierCodes, Readonly<Record<string, CarrierCodeMeaning>>> = {
  office: { ...meaningsBySpecification, [awaitingCourier]: { status: awaitingCourier } },
  ems: meaningsBySpecification,
  'ems-traces': {
    203: { status: collected },
    954: { status: inTransit },
    389: { status: leaving },
    306: { status: arriving },
    702: { status: delivering },
    704: { status: delivered },
    705: { status: undelivered },
  },
  kuaidi100: {
    102: { status: awaitingCourier },
    103: { status: pickedUp },
    1: { status: collected },
    0: { status: inTransit },
    1001: { status: arriving },
    1002: { status: inTransit },
    5: { status: delivering },
    3: { status: delivered },
    301: { status: delivered, signedBy: SignedBy.addressee },
    303: { status: delivered, signedBy: SignedBy.other },
    304: { status: delivered, signedBy: SignedBy.locker },
    2: { status: undelivered },
    14: { status: undelivered },
    6: { status: undelivered, isReturn: true },
    4: { status: undelivered, isReturn: true, isBackAtSender: true },
  },
  sf: {
    54: { status: pickedUp },
    50: { status: collected },
    30: { status: inTransit },
    31: { status: arriving },
    36: { status: leaving },
    130: { status: arranged },
    44: { status: delivering },
    80: { status: delivered },
    8000: { status: delivered },
    33: { status: undelivered },
    99: { status: undelivered },
    648: { status: undelivered },
    631: { status: undelivered, isReturn: true },
  },
};

/** Returns the meaning of a code in a carrier's list; undefined for a code that is not in the list. */
export function meaningOf(codes: CarrierCodes, code: string): CarrierCodeMeaning | undefined {
  const list = meanings[codes];
  return Object.hasOwn(list, code) ? list[code] : undefined;
}

export function isCarrierCodes(value: unknown): value is CarrierCodes {
  return Object.values(CarrierCodes).some((codes) => codes === value);
}
