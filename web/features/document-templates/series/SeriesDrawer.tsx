import type { DocumentSeries } from '#contract/document-templates.ts';
import { documentNumber } from '#domain/documents/document-number.ts';
import { DetailDrawer } from '#web/toolkit/dialog/DetailDrawer.tsx';
import { Facts } from '#web/toolkit/page/Facts.tsx';
import styles from './series-drawer.module.css';
import { freeText, lastText, nextOf } from './series-texts.ts';

/** Shows one series in full: the documents that get their numbers from it, and every free number. */
export function SeriesDrawer({ series, onClose }: { series: DocumentSeries; onClose: () => void }) {
  const { name, year, orgName, free, papers: documents } = series;
  const items = [...Map.groupBy(documents, ({ itemName }) => itemName)];
  return (
    <DetailDrawer title={`${name}〔${year}〕`} onClose={onClose}>
      <Facts
        facts={[
          ['机构', orgName],
          ['已编至', lastText(series)],
          ['空号', freeText(free, free.length)],
          ['下一个', documentNumber({ series: name, year, number: nextOf(series) })],
        ]}
      />
      <h3 className={styles.heading}>使用的文书（{documents.length}）</h3>
      <dl className={styles.items}>
        {items.map(([item, documentsOfItem]) => (
          <div key={item}>
            <dt>{item}</dt>
            {documentsOfItem.map((document) => (
              <dd key={document.name}>{document.name}</dd>
            ))}
          </div>
        ))}
      </dl>
    </DetailDrawer>
  );
}
