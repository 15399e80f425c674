import type { Guide } from '#contract/guides.ts';

const paper = (name: string) => ({ name, form: 'copy' as const, copies: 1, required: true, note: '' });
const situation = (id: string, name: string, parent: string, papers: string[]) => ({
  id,
  key: id,
  name,
  title: name,
  fullname: name,
  parent,
  level: parent === '0' ? 1 : 2,
  sortBy: 1,
  isLeaf: false,
  papers: papers.map(paper),
});

/** A guide for tests: two levels of situations. */
export const testGuide: Guide = {
  taskCode: 'permit-application',
  name: '经营许可',
  summary: '',
  guide: '请携带原件',
  orgName: '市场监管局',
  limitText: '20 个工作日',
  papers: [paper('申请书')],
  situations: [
    situation('food', '食品经营', '0', ['管理制度']),
    situation('food-new', '新办', 'food', ['平面图']),
    situation('drugs', '药品零售', '0', []),
  ],
};
