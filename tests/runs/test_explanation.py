"""How a text was read, in words."""

from __future__ import annotations

from pathlib import Path

from command_line import factcheck as run

from factcheck import FactChecker

GAME = "2014-11-05-MEM-PHX"


def test_a_text_is_explained_on_the_demo_game() -> None:
    result = run("explain", "Mike Conley had 24 points, while Marc Gasol had 21 points.")
    assert result.returncode == 0
    assert "about Marc Gasol; time: game" in result.stdout
    assert "claim player-statistic: 24 points  supported" in result.stdout
    assert "21  NUMBER (player-statistic), confidence" in result.stdout
    assert "could mean: " in result.stdout or "weighed by: " in result.stdout


def test_what_else_may_be_wrong_is_explained() -> None:
    result = run("explain", "Tony Allen had 24 points and 11 assists.")
    assert result.returncode == 0
    told = result.stdout[result.stdout.index("other explanations weighed") :]
    assert '"Tony Allen" is wrong, not "24" and "11"  (player), log odds +' in told
    assert "explains more +" in told


def test_a_file_is_explained_and_one_that_is_no_text_refused(tmp_path: Path) -> None:
    story = tmp_path / "story.txt"
    story.write_text("Mike Conley had 24 points.", encoding="utf-8")
    assert "Mike Conley" in run("explain", str(story)).stdout
    story.write_bytes(b"\xff\xfe\xfa")
    result = run("explain", str(story))
    assert result.returncode == 2
    assert "not UTF-8" in result.stderr


def test_a_claim_says_what_it_was_read_as(demo_checker: FactChecker) -> None:
    text = "The Suns scored 52 points in the first half. Mike Conley had 24 points."
    claims = demo_checker.check(text, GAME).claims
    read = {claim.rule: claim.read_as for claim in claims}
    assert read["player-statistic"] == "Mike Conley, points"
    assert "first half" in read["team-period-points"]


def test_a_contradicted_claim_says_what_else_it_could_mean(demo_checker: FactChecker) -> None:
    text = "Mike Conley scored 22 points and Courtney Lee 22."
    claims = demo_checker.check(text, GAME).claims
    other = {
        claim.span.text: claim.could_mean for claim in claims if claim.verdict == "contradicted"
    }
    assert "Courtney Lee, points" in other["22 points"]
