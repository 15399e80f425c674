import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { createPortal } from 'react-dom';
import paper from '#web/toolkit/page/print.module.css';
import { usePrinting } from '#web/toolkit/page/use-printing.ts';
import styles from '../base/papers.module.css';
import type { RecordDialogProps } from '../base/record-view.ts';

/** Shows the text of 容缺受理承诺书, and prints it with the lacking materials and the place for the signature. */
export function PromiseSheet(props: {
  order: RecordDialogProps['order'];
  text: string;
  papers: readonly string[];
  /** The limit as text. */
  limit: string;
}) {
  const { order, text, papers, limit } = props;
  const { printing, print } = usePrinting();
  return (
    <div className={styles.promise}>
      <p className={styles.promiseText}>{text}</p>
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
        打印承诺书
      </Button>
      {printing &&
        createPortal(
          <article className={paper.sheet}>
            <h1>容缺受理承诺书</h1>
            <p className={paper.code}>办件流水号：{order.code}</p>
            <p>申请事项：{order.title}</p>
            <p className={styles.promiseText}>{text}</p>
            <h2>容缺的材料</h2>
            <ol>
              {papers.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ol>
            <p>补充期限：{limit}</p>
            <p>承诺人（签字或盖章）：</p>
            <p>日期：　　　　年　　月　　日</p>
          </article>,
          document.body,
        )}
    </div>
  );
}
