import { createPortal } from 'react-dom';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import {
  type OrderSheetFact,
  orderSheetTitle,
  packRows,
  spansOf,
} from '#domain/documents/order-sheet-rows.ts';
import { compileForm } from '#domain/forms/compile.ts';
import { type FieldText, type NamedPicture, textOfForm } from '#domain/forms/text.ts';
import { useMe } from '#web/api/use-me.ts';
import { usePicture } from '#web/toolkit/files/use-picture.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { applicantFacts } from '../applicant-facts.ts';
import { isPending } from '../trace/trace-order.ts';
import { isClosed, isCopy, operationLabel } from '../trace/trace-texts.ts';
import styles from './order-sheet.module.css';
import { SeatRows, TraceRow } from './PrintRows.tsx';
import { countersignsOf, type PrintPart, tracesInTime, wholeSheet } from './print-parts.ts';

type Page = WorkOrderPage;
interface PrintFact extends OrderSheetFact {
  /** The signature that is printed in place of the text, or those that follow it. */
  pictures?: readonly NamedPicture[];
  picturesInside?: readonly NamedPicture[];
  table?: readonly (readonly FieldText[])[];
  /** Row of sums below the table. */
  foot?: readonly string[];
}

/**
 * Shows 办件单: the order as one boxed sheet under the office's name, as the reader may see it; it exists only
 * while it is printed (`usePrinting`), as a whole or one part. If the browser prints before a long trace is
 * loaded (`isWhole`), the sheet has a note. Its head, the user and the time of printing are on every page.
 */
export function PrintedOrderSheet(props: {
  page: Page;
  part?: PrintPart | undefined;
  isWhole?: boolean;
  /**
   * Position in a run of several sheets: they share one foot, and have no page numbers, which would count all
   * of them.
   */
  run?: { pages: readonly Page[]; index: number };
}) {
  const { part = wholeSheet, isWhole = true, run } = props;
  const page = part.page ?? props.page;
  const { order } = page;

  return createPortal(
    <article className={joinClasses(styles.sheet, run && styles.inRun)}>
      <table className={styles.frame}>
        <colgroup>
          <col className={styles.firstLabel} />
          <col />
          <col className={styles.label} />
          <col />
          <col className={styles.label} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <td colSpan={6} className={styles.head}>
              <p className={styles.office}>{order.orgName}</p>
              <h1>{orderSheetTitle(order.itemName)}</h1>
              {part.label !== wholeSheet.label && <p className={styles.part}>{part.label}</p>}
              <p className={styles.numbers}>
                <span>
                  <b>流水号</b> {order.code}
                </span>
                <span>
                  <b>办理状态</b> {order.statusLabel}
                </span>
              </p>
            </td>
          </tr>
        </thead>
        <tfoot>
          <tr>
            <td colSpan={6} className={styles.footRoom} />
          </tr>
        </tfoot>
        <tbody>
          {packRows(factsOf(page, part)).map((row) => (
            <FactRow key={row[0]?.label} row={row} />
          ))}
          {part.key === 'whole' &&
            opinionsOf(page).map((opinion) => <OpinionRow key={opinion.id} opinion={opinion} />)}
          {part.key === 'trace' &&
            tracesInTime(page).map((trace) => <TraceRow key={trace.id} trace={trace} />)}
          {part.key === 'countersign' &&
            countersignsOf(page).map((panel) => <SeatRows key={panel.id} panel={panel} />)}
          {part.rows}
        </tbody>
      </table>
      {(run?.index ?? 0) === 0 && <PrintFoot pages={run?.pages ?? [page]} isWhole={isWhole} part={part} />}
    </article>,
    document.body,
  );
}

/** Shows the foot on every printed page, of all the sheets of a run. */
function PrintFoot(props: { pages: readonly Page[]; isWhole: boolean; part: PrintPart }) {
  const { pages, isWhole, part } = props;
  const me = useMe();
  return (
    <footer className={styles.foot}>
      {!isWhole && <p>较早的办理意见未载入本单，请点击页面上方的“打印办件单”打印。</p>}
      <p>本件按打印人的查阅权限显示{(part.isMasked ?? pages.some(isMasked)) && '，个人信息已脱敏'}。</p>
      <p className={styles.printedBy}>
        <span>
          打印人：{me?.name}
          {me?.orgName && `（${me.orgName}）`}
        </span>
        <span>打印时间：{minuteText(new Date())}</span>
      </p>
    </footer>
  );
}

function FactRow({ row }: { row: readonly PrintFact[] }) {
  const spans = spansOf(row);
  return (
    <tr>
      {row.map((fact, index) => [
        <th key={`${fact.label}-label`} scope="row">
          {fact.label}
        </th>,
        <td key={fact.label} colSpan={spans[index]} className={fact.table && styles.nested}>
          {fact.table === undefined ? (
            <FactText {...fact} />
          ) : (
            <NestedTable rows={fact.table} foot={fact.foot} />
          )}
        </td>,
      ])}
    </tr>
  );
}

/**
 * Shows a text with the signatures inside it, or a signature in its place: its name if it was not read before the
 * print.
 */
function FactText({
  text,
  pictures,
  picturesInside = [],
}: Pick<PrintFact, 'text' | 'pictures' | 'picturesInside'>) {
  return (
    <>
      {pictures === undefined && text}
      {(pictures ?? picturesInside).map((picture) => (
        <PrintedPicture key={picture.id} {...picture} isNamed={pictures === undefined} />
      ))}
    </>
  );
}

/** `isNamed` tells that the name of the picture stands before it. */
function PrintedPicture({ id, name, isNamed }: NamedPicture & { isNamed: boolean }) {
  const picture = usePicture(id);
  if (picture === undefined) return isNamed ? null : name;
  return <img className={styles.drawn} src={picture} alt={name} />;
}

function NestedTable({ rows, foot }: { rows: NonNullable<PrintFact['table']> } & Pick<PrintFact, 'foot'>) {
  return (
    <table>
      <thead>
        <tr>
          {rows[0]?.map(({ id, title }) => (
            <th key={id} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a printed table never changes
          <tr key={index}>
            {cells.map(({ id, ...cell }) => (
              <td key={id}>
                <FactText {...cell} />
              </td>
            ))}
          </tr>
        ))}
        {foot && (
          <tr>
            {rows[0]?.map(({ id }, index) => (
              <td key={id}>{foot[index]}</td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Shows the opinion of a handler at a step, with the signature. */
function OpinionRow({ opinion }: { opinion: Page['traces'][number] }) {
  return (
    <tr className={styles.opinion}>
      <th scope="row">{opinion.flowNodeName || operationLabel(opinion)}</th>
      <td colSpan={5}>
        <p className={styles.words}>{opinion.handlerOpinion || operationLabel(opinion)}</p>
        {isCopy(opinion) && <p className={styles.words}>抄送：{opinion.receiverNames.join('、')}</p>}
        <p className={styles.signature}>
          <span>{opinion.handlerOrgName}</span>
          <span>签名</span>
          <span className={styles.signed}>{opinion.handlerName}</span>
          <span>{opinion.endTime !== null && minuteText(new Date(opinion.endTime))}</span>
        </p>
      </td>
    </tr>
  );
}

/** Returns the steps with a signed opinion, in the order in which they were done. */
function opinionsOf({ traces }: Page): Page['traces'] {
  const start = Math.min(...traces.map(({ number }) => number));
  return traces
    .filter((trace) => !isPending(trace) && !isClosed(trace))
    .filter(({ number, handlerOpinion }) => number !== start || handlerOpinion !== '')
    .toSorted((one, other) => (one.endTime ?? '').localeCompare(other.endTime ?? ''));
}

function isMasked({ applicant, forms }: Page): boolean {
  return applicant?.masked === true || forms.some(({ masked }) => masked.length > 0);
}

/** Returns the facts of the part; its other contents are separate rows. */
function factsOf(page: Page, part: PrintPart): PrintFact[] {
  const title = { label: '办件标题', text: page.order.title };
  if (['trace', 'countersign', 'rows'].includes(part.key)) return [title];
  if (part.key === 'applicant') return [title, ...applicantRows(page)];
  const form = page.forms.find(({ formCode }) => part.key === `form.${formCode}`);
  return form ? [title, ...factsOfForm(form)] : factsOfOrder(page, part.key === 'whole');
}

function applicantRows({ order, applicant }: Page): PrintFact[] {
  return (applicant === null ? [] : applicantFacts(applicant)).map(({ label, value }) => ({
    label: label === '姓名' ? order.applicantWord : label,
    text: typeof value === 'string' ? value : '',
  }));
}

function factsOfOrder(page: Page, withForms: boolean): PrintFact[] {
  const { order, forms } = page;
  const dateText = (text: string | null) => (text === null ? '' : minuteText(new Date(text)));
  const standardFacts = [
    { label: '办件标题', text: order.title },
    ...applicantRows(page),
    { label: '登记时间', text: dateText(order.startedAt) },
    { label: '登记人', text: order.initiatorName },
    { label: '所属区划', text: order.areaName },
    { label: '办理期限', text: dateText(order.due.dueAt).slice(0, '2026-11-20'.length) },
    { label: '办结时间', text: dateText(order.endedAt) },
  ];
  const formFacts = withForms ? forms.flatMap(factsOfForm) : [];
  // A value that the item shows in addition to its forms is often also a field of a form.
  const otherFacts = order.extFields.filter((extra) => !formFacts.some(({ label }) => label === extra.label));
  return [...standardFacts, ...otherFacts.map(({ label, value }) => ({ label, text: value })), ...formFacts];
}

function factsOfForm(form: Page['forms'][number]): PrintFact[] {
  const compiled = compileForm(form.formStructure);
  if (Array.isArray(compiled)) return [];
  return textOfForm(compiled, form.content, form.authority).map(({ id: _, title, rows, foot, ...drawn }) =>
    rows === undefined ? { label: title, ...drawn } : { label: title, text: '', table: rows, foot },
  );
}
