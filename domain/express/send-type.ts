/** Direction of an express item (S1 §3: `send_type`). */
export const SendType = { toApplicant: '1', fromApplicant: '2' } as const;
export type SendType = (typeof SendType)[keyof typeof SendType];

export const sendTypeLabel: Record<SendType, string> = {
  [SendType.toApplicant]: '寄给申请人',
  [SendType.fromApplicant]: '申请人寄来',
};
