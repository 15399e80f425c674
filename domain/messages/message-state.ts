/** Delivery states of a message to outside systems. */
export const messageStates = ['waiting', 'sending', 'accepted', 'unknown', 'dead'] as const;
export type MessageState = (typeof messageStates)[number];

export const messageStateLabel: Record<MessageState, string> = {
  waiting: '待发送',
  sending: '发送中',
  accepted: '已发送',
  unknown: '结果不明',
  dead: '发送失败',
};
