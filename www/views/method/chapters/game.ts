// Who draws, who sees what, and which pairs of training sets are compared.
import { html } from "lit";
import type { LinkTo } from "../../../state/parameters/method";
import { chapter, errata, to } from "./chapter";

export const game = (link: LinkTo) =>
  chapter(
    "game",
    html`<p>
        A challenger holds a data set and one more record, the target. A fair coin decides whether the target joins. The
        challenger trains, and hands the attacker everything that training released: the noisy sum of gradients of every
        step, hence every model on the way. The attacker also knows the other records, the target, the algorithm and its
        settings. It sees neither the noise nor which records a step took. Then it says how the coin fell.
      </p>
      <p>
        That is generous to the attacker, on purpose. Whatever a real one lacks, the final model instead of all of them, or
        a few answers of a service instead of the weights, can only make it worse. A bound for this game therefore holds
        for those as well.
      </p>
      <h3>Three ways in which the coin can act</h3>
      <dl class="terms">
        <dt>Add or remove</dt>
        <dd>
          Heads: the record is in; tails: it is left out, and the set is one smaller. This is the default, and the game of
          the optimal-bounds paper.
        </dd>
        <dt>Zero out</dt>
        <dd>
          Tails puts an empty record in its place whose gradient is zero. The sets have equal size; under Poisson sampling
          the figures are those of add or remove.
        </dd>
        <dt>Replace</dt>
        <dd>
          Tails puts another real record in its place. Its gradient can point the opposite way, so one step can shift by up
          to twice the clipping norm. Figures are larger, up to twice the advantage (${errata(link, "E16b")}).
        </dd>
      </dl>
      <h3>Which hypothesis is the null</h3>
      <p>
        The null hypothesis is "out". A false positive is a non-member that is named as a member, a true positive a member
        that is found. The two laws are not mirror images: sampled training gives the attacker stronger evidence that a
        record was in than it ever gives that it was out. Exchanging the roles gives another curve.
      </p>
      <p>
        Differential privacy asks for both orders at once. Its ε at δ is the larger of both, and its trade-off curve is made
        symmetric. Where the page shows that notion it says "symmetrised", and keeps it apart from the curve of the game:
        the symmetric curve is a valid bound for the game, but not the game's own. How the curve becomes figures is told
        ${to(link, "one-number", "next")}.
      </p>`,
  );
