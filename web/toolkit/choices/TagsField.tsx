import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import type { Choice } from './choice.ts';
import styles from './tags-field.module.css';

/**
 * Shows the current choice as removable tags, and the button 选择 (S0 §2, S2 §2). If only one line fits
 * (`shown`), the number of hidden tags follows.
 */
export function TagsField(props: {
  id: string;
  label: string;
  chosen: readonly Choice[];
  /** Maximum number of tags. */
  maxTags?: number;
  placeholder?: string;
  disabled?: boolean;
  /** Id of the text that describes the button. */
  describedBy?: string | undefined;
  onRemove: (key: string) => void;
  onOpen: () => void;
}) {
  const { id, label, chosen, disabled = false, maxTags = chosen.length, onRemove } = props;
  const more = chosen.slice(maxTags);
  return (
    <span className={styles.field}>
      <span className={styles.tags}>
        {chosen.length === 0 && <span className={styles.placeholder}>{props.placeholder ?? '请选择'}</span>}
        {chosen.slice(0, maxTags).map(({ key, name }) => (
          <span key={key} className={styles.tag}>
            <span title={name}>{name}</span>
            <button
              type="button"
              aria-label={`移除${name}`}
              disabled={disabled}
              onClick={() => onRemove(key)}
            >
              <CloseOutlined aria-hidden />
            </button>
          </span>
        ))}
        {more.length > 0 && (
          <span className={styles.more} title={more.map(({ name }) => name).join('、')}>
            +{more.length}
          </span>
        )}
      </span>
      <button
        type="button"
        id={id}
        className={styles.open}
        aria-haspopup="dialog"
        aria-describedby={props.describedBy}
        disabled={disabled}
        aria-label={`选择${label}${chosen.length > 0 ? `，已选 ${chosen.length} 项` : ''}`}
        onClick={props.onOpen}
      >
        <PlusOutlined aria-hidden /> 选择
      </button>
    </span>
  );
}
