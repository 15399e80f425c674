import { useEffect, useRef, useState } from 'react';
import styles from './charts.module.css';
import type { Drawing } from './draw-chart.ts';

/**
 * Draws lines in a box, and redraws them when the window's width changes. For a screen reader the chart is
 * one image: `label` describes it, and the table beside it has every number.
 */
export function LineChart({ drawing, label }: { drawing: Drawing; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let gone = false;
    let end = () => {};
    import('./draw-chart.ts').then(
      ({ drawChart }) => {
        if (gone) return;
        const chart = drawChart(element, drawing);
        const watch = new ResizeObserver(() => chart.resize());
        watch.observe(element);
        end = () => {
          watch.disconnect();
          chart.dispose();
        };
      },
      () => setLost(true),
    );
    return () => {
      gone = true;
      end();
    };
  }, [drawing]);
  if (lost) return <p role="alert">图表未能显示，请查看表格，或检查网络后重新加载页面。</p>;
  return <div ref={box} role="img" aria-label={label} className={styles.chart} />;
}
