import type { OffboardingCheck } from '#contract/people.ts';

interface Fact {
  text: string;
  /** True if it needs attention before the person leaves. */
  urgent: boolean;
}

const kindLabel: Record<OffboardingCheck['soleOf'][number]['kind'], string> = {
  position: '岗位',
  group: '用户组',
  window: '窗口',
  role: '角色',
};

/**
 * Returns the facts for the administrator who disables a departing person: the open responsibilities first,
 * with the people who can take care of them, then the rest.
 */
export function factsOfOffboarding(offboarding: OffboardingCheck, name: string): Fact[] {
  const { withOthers, drafts, substituteRules, handOverUnfinished, soleOf } = offboarding;
  const { archiveOf, processes, sharedViews } = offboarding;
  const facts: Fact[] = [];
  const addFact = (urgent: boolean, text: string) => facts.push({ text, urgent });
  const onlyTheirs = textOfOnlyTheirs(offboarding, name);
  if (onlyTheirs !== undefined) addFact(true, onlyTheirs);
  if (handOverUnfinished) addFact(true, `上一次工作移交尚未完成：${handOverHint(offboarding)}。`);
  for (const { kind, name: label } of soleOf)
    addFact(true, `${kindLabel[kind]}“${label}”将没有在职人员，请为其另行指定。`);
  if (archiveOf !== null) addFact(true, `${archiveOf}将没有本单位的档案管理员，请为其另行指定。`);
  if (processes.length > 0)
    addFact(
      true,
      `流程${processes.map((one) => `“${one}”`).join('')}指定由${name}办理，请配置管理员修改并发布。`,
    );
  if (substituteRules > 0) addFact(false, `有 ${substituteRules} 条代理关系仍有效，离职时一并结束。`);
  if (sharedViews > 0)
    addFact(
      false,
      `有 ${sharedViews} 个共享的列表视图，本单位同事仍可使用；停用后办件管理员可在“工作移交”中删除。`,
    );
  if (withOthers > 0) addFact(false, `有 ${withOthers} 件待办其他人也能办理，留在原处。`);
  if (drafts > 0) addFact(false, `有 ${drafts} 份草稿，他人不能查看，不移交。`);
  if (facts.length === 0) addFact(false, '没有待办、草稿和代理关系，也没有只由其一人担任的岗位。');
  return facts;
}

/** Returns how many tasks only this person can do, and who hands them over; undefined if there are none. */
export function textOfOnlyTheirs(offboarding: OffboardingCheck, name: string): string | undefined {
  const { onlyTheirs, more } = offboarding;
  if (onlyTheirs === 0) return undefined;
  const count = `${onlyTheirs}${more ? ' 件以上' : ' 件'}`;
  return `有 ${count}待办只能由${name}办理，须移交：${handOverHint(offboarding)}。停用前后都可以移交。`;
}

function handOverHint({ handOverBy }: OffboardingCheck): string {
  if (handOverBy.length === 0) return '目前没有办件管理员，请先由安全管理员授予该角色';
  const names = handOverBy.map(({ name, orgName }) => `${name}（${orgName}）`).join('、');
  return `请办件管理员${names}在“工作移交”中办理`;
}
