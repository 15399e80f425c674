/** Tabs of the page 督办: everything, cards that rules demand, open letters, answers to accept, settled letters. */
export const supervisionTabs = ['all', 'demanded', 'open', 'answered', 'settled'] as const;
export type SupervisionTab = (typeof supervisionTabs)[number];

export const supervisionTabLabel: Record<SupervisionTab, string> = {
  all: '全部',
  demanded: '应督未督',
  open: '督办中',
  answered: '待认可',
  settled: '已结',
};
