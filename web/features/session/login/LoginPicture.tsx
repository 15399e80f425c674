import styles from './login.module.css';
/**
 * Draws a county hall in lines, and the stages of a document: submitted, handled, stamped, filed. Decoration
 * only.
 */
export function LoginPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 640 420" aria-hidden="true" focusable="false">
      <g className={styles.faint}>
        <path d="M0 330c60-46 112-62 166-50 40 9 62-34 112-34 66 0 82 40 140 36 70-5 92-60 150-60 34 0 54 12 72 26" />
        <path d="M0 352c80-30 150-38 220-28 90 13 150-26 240-22 76 3 120 18 180 10" />
        <circle cx="520" cy="92" r="34" />
        <path d="M92 92c8-14 30-14 38 0 16-4 28 8 24 20H76c-6-12 4-22 16-20zM396 60c6-11 24-11 30 0 13-3 22 6 19 16h-62c-5-10 3-18 13-16z" />
      </g>
      <g className={styles.hall}>
        <path
          className={styles.wall}
          d="M148 340v-12h16v-12h12V204h-16l24-26h22l114-54 114 54h22l24 26h-16v112h12v12h16v12z"
        />
        <path d="M132 340h376M148 340v-12h344v12M164 328v-12h312v12" />
        <path d="M176 316V204h288v112" />
        <path d="M160 204h320l-24-26H184z" />
        <path d="M206 178l114-54 114 54" />
        <path d="M238 178l82-38 82 38" />
        <path d="M200 204v112M212 204v112M248 204v112M260 204v112M380 204v112M392 204v112M428 204v112M440 204v112" />
        <path d="M286 316v-72h68v72M320 244v72M286 262h68" />
        <path d="M278 220h84v14h-84z" />
        <path d="M320 124V88" />
      </g>
      <path className={styles.flag} d="M320 88c12-7 20 5 34-1v20c-14 6-22-6-34 1z" />
      <g className={styles.trees}>
        <path d="M96 340v-40M96 306c-20 0-26-18-18-30-4-16 10-26 18-26s22 10 18 26c8 12 2 30-18 30z" />
        <path d="M548 340v-40M548 306c-20 0-26-18-18-30-4-16 10-26 18-26s22 10 18 26c8 12 2 30-18 30z" />
        <path d="M52 340v-24M52 320c-12 0-16-11-11-19-2-10 6-15 11-15s13 5 11 15c5 8 1 19-11 19z" />
        <path d="M594 340v-24M594 320c-12 0-16-11-11-19-2-10 6-15 11-15s13 5 11 15c5 8 1 19-11 19z" />
      </g>
      <g className={styles.way}>
        <path d="M40 384h560" strokeDasharray="2 7" />
        <g className={styles.paper}>
          <path d="M60 366h22l8 8v28H60z" />
          <path d="M66 382h16M66 389h16" />
        </g>
        <g className={styles.paper}>
          <path d="M208 366h22l8 8v28h-30z" />
          <path d="M214 382h16M214 389h10" />
        </g>
        <g className={styles.paper}>
          <path d="M356 366h22l8 8v28h-30z" />
          <path d="m363 386 5 5 10-11" />
        </g>
        <g className={styles.paper}>
          <path d="M500 372h18l5 6h37v26h-60z" />
          <path d="M512 391h36" />
        </g>
      </g>
      <circle className={styles.seal} cx="386" cy="398" r="9" />
    </svg>
  );
}
