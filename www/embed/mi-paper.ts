// <mi-paper>: a figure of one of the papers, live.
import { html } from "lit";
import { FigureAnswers } from "../answers/figures";
import type { Problem } from "../engine/protocol";
import { figureOf, SHOWN_FIGURE, unknownFigure } from "../state/paper-figures";
import { figureChart } from "../views/figures/figure-chart";
import { paperTitle, wordsOf } from "../words/paper-figures";
import { firstProblem, Session } from "./session";
import { sharedEngine } from "./worker-ports";

export class PaperFigureSession extends Session {
  protected override readonly label = "A figure of a paper";
  private readonly figures = new FigureAnswers(sharedEngine(), this.draw);

  private get entry() {
    return figureOf(this.inputs.values.figure || SHOWN_FIGURE);
  }

  protected override ask(): void {
    const { values } = this.inputs;
    void this.figures.follow({ ...this.inputs, values: { ...values, figure: values.figure || SHOWN_FIGURE } });
  }

  protected override get answered(): boolean {
    return this.entry !== null && (this.entry.drawn === "listed" || this.drawn);
  }

  private get drawn(): boolean {
    const { drawn, timed } = this.figures;
    return drawn !== null || timed !== null;
  }

  protected override get problem(): Problem | null {
    const fault = firstProblem(this.inputs, []);
    if (fault || this.entry) return fault ?? this.figures.main.problem;
    return { code: "out_of_range", parameter: "figure", message: unknownFigure(this.inputs.values.figure) };
  }

  protected override figure() {
    const { entry } = this;
    if (!entry) return html``;
    const { title, shows, differs } = wordsOf(entry.id);
    return html`
      <p class="sentence"><b>${paperTitle(entry.paper)}, ${entry.number}: ${title}.</b> ${shows}</p>
      ${figureChart(entry, this.figures)}
      <p class="detail">${differs}</p>
    `;
  }

  protected override said(): string {
    const { entry, problem } = this;
    return problem?.message ?? (entry ? wordsOf(entry.id).shows : "");
  }

  protected override origin(): string {
    const { drawn } = this.figures;
    return drawn ? `mi-bounds ${drawn.library_version}` : "mi-bounds";
  }
}
