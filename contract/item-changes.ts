import { limitUnitLabel } from '#domain/calendar/clock-ledger.ts';
import { correctionExpiryLabel } from '#domain/enumerations/correction.ts';
import { messageChannelLabel } from '#domain/enumerations/message-channel.ts';
import { paperFormLabel } from '#domain/enumerations/paper-form.ts';
import { serviceTypeLabel } from '#domain/enumerations/service-type.ts';
import { SendType, sendTypeLabel } from '#domain/express/send-type.ts';
import { orderFactLabel } from '#domain/items/ext-fields.ts';
import { traceFieldLabel } from '#domain/items/trace-source.ts';
import type { PartChange } from '#domain/part-change.ts';
import { stageLimit } from '#domain/petitions/stage-limit.ts';
import { outputWayLabel } from '#domain/records/output-way.ts';
import { rareExpiryLabel } from '#domain/records/rare-settings.ts';
import { type SupervisionSettings, warnedPersonLabel, warningText } from '#domain/supervision/settings.ts';
import type { OutputOf } from './endpoint.ts';
import { fieldOptions } from './item-field-options.ts';
import type { ItemSettings } from './item-settings.ts';
import type { items } from './items.ts';

type Choices = OutputOf<typeof items.choices>;
/** The settings of an item, and the ids of its process and forms in each version, the newest first. */
interface FormerItem {
  settings: ItemSettings;
  versions: readonly { processId: string; formIds: readonly string[] }[];
}
/** Texts of the parts of an item, in the order of its editor. */
type Parts = [part: string, text: string][];

/**
 * Returns what publishing changes, part by part: the settings, and the versions of the process and of the forms,
 * which may be newer than those of the published version.
 */
export function itemChanges(storedItem: FormerItem, settings: ItemSettings, choices: Choices): PartChange[] {
  const [published] = storedItem.versions;
  const before = partsOf(storedItem.settings, choices, {
    process: published?.processId ?? '',
    forms: published?.formIds ?? [],
  });
  const after = new Map(partsOf(settings, choices, newestOf(settings, choices)));
  return before.flatMap(([part, from]) => {
    const to = after.get(part) ?? '';
    return from === to ? [] : [{ part, before: from, after: to }];
  });
}

/** The process and the forms with their versions, as `letter:3`. */
interface Versions {
  process: string;
  forms: readonly string[];
}

function newestOf({ processKey, formCodes }: ItemSettings, { processes, forms }: Choices): Versions {
  return {
    process: `${processKey}:${processes.find(({ key }) => key === processKey)?.version ?? ''}`,
    forms: formCodes.map((code) => `${code}:${forms.find((form) => form.code === code)?.version ?? ''}`),
  };
}

function partsOf(item: ItemSettings, choices: Choices, versions: Versions): Parts {
  const nameOrCode = (name: string | undefined, code: string) => name ?? code;
  const versionOf = (code: string, ids: readonly string[]) => {
    const version = ids.find((id) => id.startsWith(`${code}:`))?.slice(code.length + 1);
    return version ? `（第 ${version} 版）` : '';
  };
  const formName = (code: string) => nameOrCode(choices.forms.find((form) => form.code === code)?.name, code);
  const titles = new Map(choices.forms.flatMap(({ fields }) => fields.map(({ id, title }) => [id, title])));
  return [
    ['事项名称', item.name],
    ['分类', nameOrCode(choices.categories.find(({ id }) => id === item.categoryId)?.name, item.categoryId)],
    ['受理机构', nameOrCode(choices.organisations.find(({ id }) => id === item.orgId)?.name, item.orgId)],
    ['顺序', String(item.sortBy)],
    [
      '流程',
      nameOrCode(choices.processes.find(({ key }) => key === item.processKey)?.name, item.processKey) +
        versionOf(item.processKey, [versions.process]),
    ],
    ['表单', item.formCodes.map((code) => formName(code) + versionOf(code, versions.forms)).join('、')],
    ['办件标题', item.titleFields.map((id) => nameOrCode(titles.get(id), id)).join('、')],
    ['收件方式', item.serveTypes.map((type) => serviceTypeLabel[type]).join('、')],
    ['称谓', item.applicantWord],
    ['登记时查重', yesNo(item.duplicateCheck)],
    ['二次审批', yesNo(item.secondApproval)],
    ['限登录人本人申请', yesNo(item.ownMatter)],
    ...recordParts(item.records),
    ['简介', item.summary],
    ['指南', item.guide],
    ['申请材料', papersText(item.papers)],
    ['情形', situationsText(item, formName)],
    ['时限灯', lightsText(item.supervision)],
    ['时限提醒', warningsText(item.supervision)],
    ...rarelyUsedParts(item, choices),
  ];
}

function lightsText(supervision: SupervisionSettings | null): string {
  const lights = supervision?.lights;
  if (!lights) return '';
  const text = ({ unit, amount }: { unit: 'day' | 'percent'; amount: number }) =>
    unit === 'day' ? `剩余 ${amount} 个工作日以内` : `时限用去 ${amount}%`;
  return `黄灯：${text(lights.yellow)}；红灯：${lights.red === null ? '超期' : text(lights.red)}`;
}

function warningsText(supervision: SupervisionSettings | null): string {
  return (supervision?.warnings ?? [])
    .map((level) => {
      const whom = level.whom.map((person) => warnedPersonLabel[person]).join('、');
      const channels = level.channels.map((channel) => messageChannelLabel[channel]).join('、');
      return [warningText(level), `提醒${whom}`, channels].filter(Boolean).join('，');
    })
    .join('\n');
}

function cardsText(cards: ItemSettings['records']['supervision']['cards']): string {
  if (!cards) return '';
  const { yellowAfterDays, redAfterDays, yellowsForRed } = cards;
  return [
    `环节超期 ${yellowAfterDays} 天亮黄牌`,
    ...(redAfterDays === null ? [] : [`超期 ${redAfterDays} 天亮红牌`]),
    ...(yellowsForRed === null ? [] : [`满 ${yellowsForRed} 张黄牌转红牌`]),
  ].join('，');
}

/** Returns the settings for side records, part by part. */
function recordParts(records: ItemSettings['records']): Parts {
  const { extension, suspension, express, output, supervision, merge, correction, rare } = records;
  return [
    ['补正', correction.enabled ? correctionText(correction) : '不允许'],
    ['容缺', rare.enabled ? rareText(rare) : '不允许'],
    [
      '延期',
      extension.times === 0 ? '不允许' : `最多 ${extension.times} 次，每次不超过 ${extension.maxDays} 天`,
    ],
    ['中止', suspension.enabled ? '允许' : '不允许'],
    ['快递', directionsText(express)],
    ['出证方式', output.ways.map((way) => outputWayLabel[way]).join('、')],
    ['证照和文书', output.names.join('、')],
    ['督办答复期限', `${supervision.answerDays} 个工作日`],
    ['亮牌', cardsText(supervision.cards)],
    ['并案', merge.enabled ? '允许' : '不允许'],
  ];
}

function directionsText({ toApplicant, fromApplicant }: ItemSettings['records']['express']): string {
  return [
    ...(toApplicant ? [sendTypeLabel[SendType.toApplicant]] : []),
    ...(fromApplicant ? [sendTypeLabel[SendType.fromApplicant]] : []),
  ].join('、');
}

function correctionText({
  limit,
  onceOnly,
  expiry,
  silenceDays,
}: ItemSettings['records']['correction']): string {
  return [
    `期限 ${limit.amount} 个${limitUnitLabel[limit.unit]}`,
    ...(onceOnly ? ['一次性告知'] : []),
    `到期${correctionExpiryLabel[expiry]}`,
    ...(silenceDays > 0 ? [`${silenceDays} 个工作日未告知视为受理`] : []),
  ].join('，');
}

function rareText({ limit, maxPapers, excluded, expiry, promise }: ItemSettings['records']['rare']): string {
  return [
    `期限 ${limit.amount} 个${limitUnitLabel[limit.unit]}，最多 ${maxPapers} 份，到期${rareExpiryLabel[expiry]}`,
    ...excluded.map((names) => `${names.join('、')}不能同时容缺`),
    `承诺书${promise.signed ? '须上传签字件' : ''}：${promise.text}`,
  ].join('；');
}

const yesNo = (value: boolean | undefined) => (value === true ? '是' : '否');

function papersText(papers: ItemSettings['papers']): string {
  return papers
    .map(({ name, form, copies, required, note, rare }) =>
      [
        `${name}：${paperFormLabel[form]} ${copies} 份，${required ? '必交' : '选交'}`,
        rare ? '可以容缺' : '',
        note,
      ]
        .filter(Boolean)
        .join('，'),
    )
    .join('\n');
}

function situationsText({ situations }: ItemSettings, formName: (code: string) => string): string {
  const names = new Map(situations.map(({ id, name }) => [id, name]));
  return situations
    .map(({ name, parent, papers, forms }) =>
      [
        parent === null ? name : `${names.get(parent) ?? parent} / ${name}`,
        ...(forms.length > 0 ? [`专用表单 ${forms.map(formName).join('、')}`] : []),
        ...(papers.length > 0 ? [papersText(papers)] : []),
      ].join('\n'),
    )
    .join('\n');
}

function rarelyUsedParts(item: ItemSettings, choices: Choices): Parts {
  const { extFields, petitionFields: petition, traceSource: source } = item;
  const labels = new Map(fieldOptions(item, choices).map(({ value, label }) => [value, label]));
  const fieldName = (path: string) => labels.get(path) ?? path;
  const { original, similar, review, representatives } = petition ?? {};
  return [
    [
      '扩展信息',
      extFields
        .map((ext) => `${ext.label}：${'fact' in ext ? orderFactLabel[ext.fact] : fieldName(ext.field)}`)
        .join('\n'),
    ],
    [
      '历史信访',
      petition === null
        ? ''
        : [
            `信访日期 ${fieldName(petition.date)}`,
            `信访形式 ${fieldName(petition.channel)}`,
            `问题类别 ${petition.problem.map(fieldName).join('、')}`,
            ...(original
              ? [
                  `原办件 ${fieldName(original.field)}`,
                  pairsText(original.beside, fieldName),
                  `未办结的也可登记 ${yesNo(original.unfinished)}`,
                ]
              : []),
            ...(similar
              ? [
                  `登记时查找重复信访 ${similar.matter.map(fieldName).join('、')}`,
                  similar.area ? `问题属地 ${fieldName(similar.area)}` : '',
                  `近 ${similar.months} 个月，相近词语至少 ${similar.letters} 个字`,
                ]
              : []),
            review
              ? `复查（复核）事项 ${review.taskCode}，${review.days} 日内提出，${stageLimit(review).amount} 日内办结`
              : '',
            representatives === undefined ? '' : `代表人不超过 ${representatives} 人`,
          ]
            .filter(Boolean)
            .join('\n'),
    ],
    [traceSourcePart, sourceText(source)],
  ];
}

const pairsText = (values: Readonly<Record<string, string>> = {}, nameOf = (name: string) => name) =>
  Object.entries(values)
    .map(([name, value]) => `${nameOf(name)}：${value}`)
    .sort()
    .join('\n');

const traceSourcePart = '外部轨迹';
const traceLabels: Readonly<Record<string, string>> = traceFieldLabel;

function sourceText(source: ItemSettings['traceSource']): string {
  if (source === null) return '';
  return [
    source.name,
    `${source.method} ${source.url}`,
    pairsText(source.headers),
    pairsText(source.params),
    source.rowsAt ?? '',
    pairsText(source.fields, (name) => traceLabels[name] ?? name),
  ]
    .filter(Boolean)
    .join('\n');
}

/**
 * Returns the changes for the audit log: without the headers and parameters of a request to another system, which may
 * contain secrets.
 */
export function withoutSecrets(changes: readonly PartChange[]): PartChange[] {
  return changes.map((change) =>
    change.part === traceSourcePart
      ? { part: change.part, before: hiddenText(change.before), after: hiddenText(change.after) }
      : change,
  );
}

/** Returns the name of the source alone. */
function hiddenText(text: string): string {
  const [name = ''] = text.split('\n');
  return name === '' ? '' : `${name}（其余设置不记录）`;
}
