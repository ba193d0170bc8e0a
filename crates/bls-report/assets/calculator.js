// The calculator of a group's page: what its cost models say of any N.
"use strict";

// What is known of n, in nanoseconds; null where no line was fitted. The same as `Model::predict` in
// cost_model.rs, operation by operation.
function predict(model, n) {
  const point = model.points.find((point) => point.n === n);
  if (point) {
    return { ns: point.ns, low: point.low, high: point.high, kind: "measured" };
  }
  const piece = model.pieces.find(
    (piece) => piece.from <= n && (piece.until === null || n < piece.until),
  );
  if (!piece) {
    return null;
  }
  const ns = piece.constant + piece.per_item * n;
  return {
    ns,
    low: Math.max(ns * (1 - piece.deviation), 0),
    high: ns * (1 + piece.deviation),
    kind: piece.first < n && n < piece.last ? "interpolated" : "extrapolated",
  };
}

(() => {
  // Nanoseconds with three digits.
  function time(nanoseconds) {
    const units = ["ns", "µs", "ms"];
    const index = [1e3, 1e6, 1e9].findIndex((limit) => nanoseconds < limit);
    const [value, unit] =
      index < 0 ? [nanoseconds / 1e9, "s"] : [nanoseconds / 1e3 ** index, units[index]];
    const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return `${value.toFixed(digits)} ${unit}`;
  }

  function say(operation, engine, n) {
    if (!Number.isInteger(n) || n < 1) {
      return "N is a whole number from 1 on.";
    }
    const prediction = predict(engine, n);
    if (!prediction) {
      return "Too little was measured to say anything of this N.";
    }
    const { ns, low, high, kind } = prediction;
    const insecure = operation.insecure ? " This scheme is insecure by construction." : "";
    return (
      `${engine.engine}, ${n} ${operation.items}: ${time(ns)} (${time(low)} to ${time(high)}), ` +
      `${kind}; ${time(ns / n)} per item.${insecure}`
    );
  }

  function fill(select, names) {
    const chosen = select.value;
    select.replaceChildren(...names.map((name) => new Option(name)));
    if (names.includes(chosen)) {
      select.value = chosen;
    }
  }

  function start(form) {
    const { operations } = JSON.parse(form.querySelector("script.models").textContent);
    const { operation: operationSelect, engine: engineSelect, n: input } = form.elements;
    const output = form.querySelector("output");
    const operation = () =>
      operations.find((operation) => operation.operation === operationSelect.value);

    function show() {
      const engine = operation().engines.find((engine) => engine.engine === engineSelect.value);
      output.textContent = say(operation(), engine, input.valueAsNumber);
    }

    function choose() {
      const { engines, items } = operation();
      fill(engineSelect, engines.map((engine) => engine.engine));
      form.querySelector(".items").textContent = `(${items})`;
      show();
    }

    fill(operationSelect, operations.map((operation) => operation.operation));
    input.value = operations[0].engines[0].points.at(-1).n;
    operationSelect.addEventListener("change", choose);
    engineSelect.addEventListener("change", show);
    input.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    choose();
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("form.calculator").forEach(start);
  });
})();
