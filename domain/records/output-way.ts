/** Ways by which the applicant gets certificates and papers. */
export const OutputWay = { window: 'window', post: 'post', online: 'online' } as const;
export type OutputWay = (typeof OutputWay)[keyof typeof OutputWay];

export const outputWayLabel: Record<OutputWay, string> = {
  [OutputWay.window]: '窗口领取',
  [OutputWay.post]: '邮寄送达',
  [OutputWay.online]: '网上送达',
};
