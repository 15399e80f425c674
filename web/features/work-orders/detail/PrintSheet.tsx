import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { compileForm } from '#domain/forms/compile.ts';
import { type FieldText, textOfForm } from '#domain/forms/text.ts';
import styles from '#web/toolkit/page/print.module.css';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { handlerWords, operationWord } from '../trace/trace-words.ts';
import { applicantFacts } from './ApplicantPanel.tsx';
import { basicFacts } from './BasicInfo.tsx';
import { type Fact, Facts } from './Facts.tsx';

/** The order on paper: everything that the tabs hold, one after the other; it exists only while it is printed. */
export function PrintSheet(props: { page: WorkOrderPage; onPrinted: () => void }) {
  const { order, applicant, forms, traces } = props.page;
  const printed = useRef(props.onPrinted);
  printed.current = props.onPrinted;

  useEffect(() => {
    const done = () => printed.current();
    window.addEventListener('afterprint', done);
    const timer = setTimeout(() => window.print(), 50);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', done);
    };
  }, []);

  return createPortal(
    <article className={styles.sheet}>
      <h1>{order.title}</h1>
      <p className={styles.code}>流水号：{order.code}</p>
      <h2>基本信息</h2>
      <Facts facts={basicFacts(order)} />
      {applicant !== null && (
        <>
          <h2>{order.applicantWord}</h2>
          <Facts facts={applicantFacts(applicant)} />
        </>
      )}
      {forms.map((form) => (
        <section key={form.formCode}>
          <h2>{form.formName}</h2>
          <Facts facts={factsOfForm(form)} />
        </section>
      ))}
      <h2>办理轨迹</h2>
      <table>
        <thead>
          <tr>
            {['环节', '操作', '处理人', '处理意见', '到达时间', '办理时间'].map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {traces
            .toSorted((a, b) => a.number - b.number)
            .map((trace) => (
              <tr key={trace.id}>
                <td>{trace.flowNodeName}</td>
                <td>{operationWord(trace)}</td>
                <td>
                  {handlerWords(trace)} {trace.handlerOrgName}
                </td>
                <td>{trace.handlerOpinion}</td>
                <td>
                  <DateTime value={trace.startTime} />
                </td>
                <td>
                  <DateTime value={trace.endTime} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </article>,
    document.body,
  );
}

function factsOfForm(form: WorkOrderPage['forms'][number]): Fact[] {
  const compiled = compileForm(form.formStructure);
  if (Array.isArray(compiled)) return [];
  return textOfForm(compiled, form.content, form.authority).map((field) => ({
    label: field.title,
    value: field.rows === undefined ? field.text : rowsInWords(field.rows),
    wide: field.rows !== undefined || field.text.length > 24,
  }));
}

function rowsInWords(rows: readonly (readonly FieldText[])[]): string {
  return rows.map((cells) => cells.map((cell) => `${cell.title}：${cell.text || '—'}`).join('，')).join('；');
}
