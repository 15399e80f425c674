import { maxAdditionsOfOrder } from './model/limits.ts';

/** The texts about added materials (补充材料), for the action, its answer and its dialogs. */
export const addedPapersText = {
  question: '材料将记入办理轨迹，并告知当前环节的处理人；办件停留在当前环节。',
  missing: '请上传补充的材料',
  tooOften: `每个办件最多补充${maxAdditionsOfOrder}次材料`,
  othersAsked: '您参与的会签或共同办理尚未结束，暂不能补充材料',
  notified: '材料已补充，已告知当前环节的处理人',
  notifiedNobody: '材料已补充；当前环节没有其他处理人，未发送消息',
  alreadyThere: (name: string) => `“${name}”已在办件中，请移除`,
  twice: (name: string) => `“${name}”与本次补充的另一份材料相同，请移除`,
} as const;
