/**
 * Names the market of a pressed button in the block's first market, which has the chart. No figure of the market before
 * stays under the new name. Returns that element.
 */
export function pickMarket(block: HTMLElement, pick: HTMLElement): HTMLElement {
  const { pick: symbol = '', name = '' } = pick.dataset;
  for (const each of block.querySelectorAll('[data-pick]')) each.ariaPressed = String(each === pick);
  const lead = block.querySelector<HTMLElement>('[data-symbol]') ?? block;
  lead.dataset['symbol'] = symbol;
  delete lead.dataset['trend'];
  for (const cell of lead.querySelectorAll('[data-rate], [data-change], [data-side], [data-chart] span'))
    cell.textContent = '';
  for (const path of lead.querySelectorAll('[data-chart] path')) path.removeAttribute('d');
  for (const cell of lead.querySelectorAll('[data-name]')) cell.textContent = name;
  for (const cell of lead.querySelectorAll('[data-code]')) cell.textContent = symbol;
  for (const chart of lead.querySelectorAll<HTMLElement>('[data-chart]'))
    chart.ariaLabel = chart.dataset['chart']?.replace('{{name}}', name) ?? null;
  return lead;
}
