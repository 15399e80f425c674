import {
  FileOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  PictureOutlined,
  TableOutlined,
} from '@ant-design/icons';
import styles from './file-icon.module.css';
import { type ViewKind, viewKindOf } from './view-kind.ts';

const icons: Record<ViewKind, typeof FileOutlined> = {
  picture: PictureOutlined,
  pdf: FilePdfOutlined,
  document: FileTextOutlined,
  sheet: TableOutlined,
  text: FileTextOutlined,
  none: FileOutlined,
};

/**
 * Shows the thumbnail or the icon of a file type before a file name, in the same size, so that nothing moves
 * when a thumbnail arrives.
 */
export function FileIcon({ name, picture }: { name: string; picture?: string | undefined }) {
  const kind = viewKindOf(name);
  const Icon = icons[kind];
  return (
    <span className={styles.sign} data-kind={kind} aria-hidden>
      {picture === undefined ? <Icon /> : <img src={picture} alt="" />}
    </span>
  );
}
