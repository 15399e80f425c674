import type { FactTexts } from '#domain/documents/fact-texts.ts';
import { orderFacts } from '#domain/documents/order-facts.ts';
import type { Facts } from '#domain/documents/placeholders.ts';

/**
 * Returns sample facts for the preview of a template: sample values of the facts that all orders have, and
 * the names of the item's own fields in brackets, so that the place of each is visible. Lists have two
 * entries.
 */
export function sampleFacts(texts: FactTexts, office: { name: string }, today: string): Facts {
  const facts = orderFacts({
    office: { name: office.name, address: '排岭南路 1 号', phone: '0571-64810001' },
    today,
    order: {
      code: '2026000001',
      title: '关于小区电梯停运的反映',
      itemName: office.name,
      receivedOn: today,
      acceptedOn: today,
      dueOn: today,
      concludedOn: today,
      urgency: '普通',
      status: '待承办',
      situations: [],
    },
    applicant: {
      name: '汪示例',
      sex: '2',
      applicantType: '1',
      typeLabel: '个人',
      certCategoryLabel: '居民身份证',
      certCode: '330127199001010000',
      mobile: '13800000000',
      address: '浙江省杭州市淳安县千岛湖镇',
    },
    forms: {},
    handler: { name: '李示例', orgName: office.name, phone: '0571-64810001' },
    step: { button: '办理', opinion: '情况属实，予以办理。', node: '办理' },
    opinions: [],
    votes: [],
    missingPapers: [],
    attachments: [],
  });
  const sample = structuredClone(facts) as Record<string, unknown>;
  for (const { path, label } of texts.values)
    if (isOfItem(path)) setValue(sample, path, `【${label.split('.').at(-1)}】`);
  for (const { path, members } of texts.lists) {
    const entry = Object.fromEntries(members.map((member) => [member.path, `【${member.label}】`]));
    setValue(sample, path, [entry, entry]);
  }
  return sample as Facts;
}

const isOfItem = (path: string) => path.startsWith('表单.') || path.startsWith('环节意见.');

function setValue(facts: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let parent = facts;
  for (const name of names) {
    parent[name] = { ...(parent[name] as Record<string, unknown> | undefined) };
    parent = parent[name] as Record<string, unknown>;
  }
  parent[last] = value;
}
