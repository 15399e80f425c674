/**
 * The ways in which a person participates in matters, as tabs of 我的申请, beginning with the orders that the
 * person started.
 */
export const myTabs = ['initiated', 'waiting', 'done', 'copied'] as const;
export type MyTab = (typeof myTabs)[number];

export const myTabLabel: Record<MyTab, string> = {
  initiated: '我发起的',
  waiting: '待办',
  done: '已办',
  copied: '抄送我的',
};
