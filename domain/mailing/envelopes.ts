/** Envelopes of GB/T 1416 by code; sizes in millimetres, in landscape. */
export const EnvelopeSize = { B6: 'B6', DL: 'DL', ZL: 'ZL', C5: 'C5', C4: 'C4' } as const;
export type EnvelopeSize = (typeof EnvelopeSize)[keyof typeof EnvelopeSize];

export interface Envelope {
  label: string;
  width: number;
  height: number;
}

export const envelopes: Record<EnvelopeSize, Envelope> = {
  B6: { label: '3 号（B6，176×125）', width: 176, height: 125 },
  DL: { label: '5 号（DL，220×110）', width: 220, height: 110 },
  ZL: { label: '6 号（ZL，230×120）', width: 230, height: 120 },
  C5: { label: '7 号（C5，229×162）', width: 229, height: 162 },
  C4: { label: '9 号（C4，324×229）', width: 324, height: 229 },
};
