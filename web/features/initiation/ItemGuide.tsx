import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId } from 'react';
import { createPortal } from 'react-dom';
import type { Guide } from '#contract/guides.ts';
import { paperFormLabel } from '#domain/enumerations/paper-form.ts';
import { papersFor } from '#domain/items/situations.ts';
import type { Paper } from '#domain/materials/materials.ts';
import paper from '#web/toolkit/page/print.module.css';
import { usePrinting } from '#web/toolkit/page/use-printing.ts';
import { RichText } from '#web/toolkit/rich-text/RichText.tsx';
import styles from './item-guide.module.css';
import { SituationChoice } from './SituationChoice.tsx';

/**
 * Shows the requirements of an item for applicants: its guide, then the materials of the chosen situation.
 * They can be printed.
 */
export function ItemGuide(props: {
  guide: Guide;
  /** Id of the chosen situation. */
  situation: string | undefined;
  onSituation: (id: string) => void;
}) {
  const { guide, situation = '' } = props;
  const { printing, print } = usePrinting();
  const id = useId();
  const papers = papersFor(guide, [situation]);
  const needsPapers = guide.papers.length > 0 || guide.situations.length > 0;
  return (
    <>
      {guide.guide.trim() !== '' && <RichText text={guide.guide} />}
      {needsPapers && (
        <section aria-labelledby={id} className={styles.papers}>
          <div className={styles.head}>
            <h3 id={id}>所需材料</h3>
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
              打印
            </Button>
          </div>
          <SituationChoice situations={guide.situations} value={situation} onChange={props.onSituation} />
          <PaperTable papers={papers} />
        </section>
      )}
      {printing && (
        <GuidePrint
          guide={guide}
          papers={papers}
          situation={guide.situations.find(({ id: situationId }) => situationId === situation)?.fullname}
        />
      )}
    </>
  );
}

function PaperTable({ papers }: { papers: readonly Paper[] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">序号</th>
            <th scope="col">材料名称</th>
            <th scope="col">形式</th>
            <th scope="col">份数</th>
            <th scope="col">是否必需</th>
            <th scope="col">说明</th>
          </tr>
        </thead>
        <tbody>
          {papers.map(({ name, form, copies, required, note }, index) => (
            <tr key={`${name} ${form}`}>
              <td>{index + 1}</td>
              <td>
                {name}
                {/* A phone has no space for six columns. */}
                <small className={styles.onPhones}>
                  {paperFormLabel[form]} {copies} 份，{required ? '必需' : '视情况'}
                </small>
              </td>
              <td>{paperFormLabel[form]}</td>
              <td>{copies}</td>
              <td>{required ? '必需' : '视情况'}</td>
              <td>{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows the guide for print, under the name of the item; it exists only while it is printed. */
function GuidePrint(props: { guide: Guide; papers: readonly Paper[]; situation: string | undefined }) {
  const { guide, papers, situation } = props;
  return createPortal(
    <article className={paper.sheet}>
      <h1>{guide.name}办事指南</h1>
      <p className={paper.code}>
        {[guide.orgName, guide.limitText && `办理时限 ${guide.limitText}`].filter(Boolean).join('　')}
      </p>
      <RichText text={guide.guide} />
      <h2>所需材料{situation !== undefined && `（${situation}）`}</h2>
      <PaperTable papers={papers} />
    </article>,
    document.body,
  );
}
