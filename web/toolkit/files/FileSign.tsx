import {
  FileOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  PictureOutlined,
  TableOutlined,
} from '@ant-design/icons';
import styles from './file-sign.module.css';
import { type ViewKind, viewKindOf } from './view-kind.ts';

const signs: Record<ViewKind, typeof FileOutlined> = {
  picture: PictureOutlined,
  pdf: FilePdfOutlined,
  document: FileTextOutlined,
  sheet: TableOutlined,
  text: FileTextOutlined,
  none: FileOutlined,
};

/** Before the name of a file: its small picture, or the sign of its kind, in the same room, so that nothing moves when one comes. */
export function FileSign({ name, picture }: { name: string; picture?: string | undefined }) {
  const kind = viewKindOf(name);
  const Sign = signs[kind];
  return (
    <span className={styles.sign} data-kind={kind} aria-hidden>
      {picture === undefined ? <Sign /> : <img src={picture} alt="" />}
    </span>
  );
}
