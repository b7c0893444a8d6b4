/** Draws the counts of the last seconds as bars, newest at the right. */
export function drawRateChart(canvas: HTMLCanvasElement, counts: readonly number[]): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const { width, height } = canvas;
  const highest = Math.max(1, ...counts);
  const barWidth = width / counts.length;
  context.clearRect(0, 0, width, height);
  context.fillStyle = getComputedStyle(canvas).color;
  counts.forEach((count, index) => {
    const barHeight = count === 0 ? 0 : Math.max(1, (count / highest) * height);
    context.fillRect(index * barWidth, height - barHeight, Math.max(1, barWidth - 1), barHeight);
  });
}
