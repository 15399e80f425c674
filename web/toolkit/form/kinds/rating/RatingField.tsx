import { StarFilled, StarOutlined } from '@ant-design/icons';
import { ratingStars } from '#domain/forms/kinds/rating/rating.ts';
import type { FieldEditorProps } from '../../kind-view.ts';
import { ClearButton } from '../ClearButton.tsx';
import styles from '../light-kinds.module.css';

/** Edits a rating: a radio button for each star, so that the keys of a group of radio buttons work. */
export function RatingField(props: FieldEditorProps<number | null>) {
  const { control, disabled, field, onBlur, onChange, value } = props;
  const count = field.props.stars ?? ratingStars.default;
  const { id, ...group } = control;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: detects by bubbling blur events that the focus leaves the group
    <div className={styles.row} onBlur={onBlur}>
      <div {...group} className={styles.stars} id={id} role="radiogroup">
        {Array.from({ length: count }, (_, index) => index + 1).map((stars) => (
          <label
            key={stars}
            className={styles.star}
            data-given={(value !== null && stars <= value) || undefined}
          >
            <input
              type="radio"
              name={id}
              aria-label={`${stars} 星`}
              checked={value === stars}
              disabled={disabled}
              onChange={() => onChange(stars)}
            />
            {value !== null && stars <= value ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
          </label>
        ))}
      </div>
      <span className={styles.state}>{value === null ? '未评分' : `${value} 星`}</span>
      {value !== null && !disabled && <ClearButton title={field.title} onClear={() => onChange(null)} />}
    </div>
  );
}
