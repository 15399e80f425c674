import { useEffect, useRef, useState } from 'react';
import styles from './charts.module.css';
import type { LineChartData } from './draw-chart.ts';

/**
 * Draws lines in a box, and redraws them when the window's width changes. For a screen reader the chart is
 * one image: `label` describes it, and the table next to it has every number.
 */
export function LineChart({ chartData, label }: { chartData: LineChartData; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let isUnmounted = false;
    let cleanUp = () => {};
    import('./draw-chart.ts').then(
      ({ drawChart }) => {
        if (isUnmounted) return;
        const chart = drawChart(element, chartData);
        const observer = new ResizeObserver(() => chart.resize());
        observer.observe(element);
        cleanUp = () => {
          observer.disconnect();
          chart.dispose();
        };
      },
      () => setFailed(true),
    );
    return () => {
      isUnmounted = true;
      cleanUp();
    };
  }, [chartData]);
  if (hasFailed) return <p role="alert">图表未能显示，请查看表格，或检查网络后重新加载页面。</p>;
  return <div ref={box} role="img" aria-label={label} className={styles.chart} />;
}
