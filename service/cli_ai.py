"""`splendor ai`: the AI players on this machine."""

import click


@click.group()
def ai() -> None:
    """Look after the AI players."""


@ai.command()
def warm() -> None:
    """Compile the AI players now, so that no worker has to at its start. What is there already is only loaded.

    The code is for this version and this processor. It goes to SPLENDOR_AI_CACHE; where that is not set, into the data
    folder, if SPLENDOR_DATA_DIR names one, else into the user's cache.
    """
    from splendor.ai.ready import COMPILES, make_ready

    if not COMPILES:
        click.echo("There is no compiler for this machine: the AI players that need it are not offered.")
        return
    from splendor.ai.core.folders import cache_folder, is_kept
    from splendor.arena.contenders import OWN
    from splendor.arena.series import get_ready

    kept = is_kept()
    click.echo(f"{'Loading' if kept else 'Compiling'} the AI players ({cache_folder()})")
    seconds = make_ready()
    get_ready(("greedy",), OWN)  # the arena's own code, for those who cannot write to that folder later
    click.echo(f"Ready after {seconds:.1f} s" + ("" if is_kept() else "; the code could not be kept"))
