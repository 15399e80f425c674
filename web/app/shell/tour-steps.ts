/** One element to which the tour of the first login points. */
export interface TourStep {
  title: string;
  text: string;
  /** CSS selector of the element. */
  target: string;
}

const menu = 'nav[aria-label="主菜单"]';

/** In the order of a first day; entries missing in a person's menu have no element on the page. */
const allSteps: readonly TourStep[] = [
  {
    title: '主菜单',
    text: '您可以使用的功能均在此处，没有权限的不显示。菜单可以收起，只留图标。',
    target: menu,
  },
  {
    title: '待办',
    text: '待您办理的办件均在此处，数字为件数；超期和将到期的有标记，请优先办理。',
    target: `${menu} a[href="/todo"]`,
  },
  {
    title: '新建办件',
    text: '选择事项，填写后提交，即发起办件。未填完的可以暂存，之后在草稿箱中继续填写。',
    target: `${menu} a[href="/workflow-new"]`,
  },
  {
    title: '查找',
    text: '输入流水号、标题或申请人查找办件，也能找到事项、人员和菜单。在任何页面按 Ctrl K 即可输入。',
    target: 'header search',
  },
  {
    title: '消息',
    text: '通知、催办和提醒均在此处查看，数字为未读条数。',
    target: 'header .anticon-bell',
  },
  {
    title: '用户菜单和帮助',
    text: '在用户菜单里设外出委托、切换到长辈版、修改密码，也可以重看新手引导。页面顶部的“帮助”打开使用手册中与当前页面对应的一节。',
    target: 'header button[aria-haspopup="menu"]',
  },
];

export type Rectangle = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Returns the rectangle of a step's element; undefined if it is not visible. */
export function rectangleOf({ target }: TourStep): Rectangle | undefined {
  const element = document.querySelector(target);
  // An icon identifies its button.
  const box = (element?.closest('button') ?? element)?.getBoundingClientRect();
  return box !== undefined && box.width > 0 ? box : undefined;
}

/** Returns the steps whose element is on this person's page. */
export function listTourSteps(): readonly TourStep[] {
  return allSteps.filter((step) => rectangleOf(step) !== undefined);
}
